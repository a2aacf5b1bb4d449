export * from './checkout.ts';
