export { exampleEvents } from './exampleEvents.ts';
export { toWindowsXml } from './windowsEvent.ts';
