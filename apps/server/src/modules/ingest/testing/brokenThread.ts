import { parentPort } from 'node:worker_threads';
import type { Given } from '../reading/messages.ts';
import '../reading/thread.ts';
import { BREAKS, ENDS, FAULT } from './defects.ts';

// A thread for reading, with defects.
parentPort!.on('message', ({ task }: Given) => {
  if (Buffer.from(task.body).includes(ENDS)) throw new Error(ENDS);
});
const { toLowerCase } = String.prototype;
String.prototype.toLowerCase = function (this: string) {
  if (this.includes(FAULT)) throw new TypeError(FAULT);
  return toLowerCase.call(this);
};
const { write } = Buffer.prototype;
Buffer.prototype.write = function (this: Buffer, text: string, ...place: never[]) {
  if (text === BREAKS) throw new RangeError(BREAKS);
  return write.call(this, text, ...place);
};
