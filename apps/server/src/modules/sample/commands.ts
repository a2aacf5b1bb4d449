export { exampleEvents } from './exampleEvents.ts';
