import * as z from 'zod';

// zod compiles object schemas with `new Function`; a page under our content security policy may not, and the refused attempt is logged.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
