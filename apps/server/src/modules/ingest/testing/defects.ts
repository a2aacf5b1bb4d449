/** In a body: a thread of `brokenThread.ts` ends while it reads. */
export const ENDS = 'ENDS-THE-THREAD';
/** In a name of an event: detection throws there. */
export const FAULT = 'FAULT-OF-DETECTION';
/** As a host of an event: writing its row throws there. */
export const BREAKS = 'BREAKS-THE-ROW';
