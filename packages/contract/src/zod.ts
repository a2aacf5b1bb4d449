import * as z from 'zod';

// zod compiles object schemas with `new Function`; a page under our content security policy may not, and the refused try is logged.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
