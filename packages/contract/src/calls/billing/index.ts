export { checkout, checkoutStart } from './checkout.ts';
