import { writeFileSync } from 'node:fs';
import { configurationSchema } from '../modules/operator/commands.ts';

/** `npm run configuration:schema`: writes docs/scout.schema.json from the code of the configuration. */
writeFileSync('docs/scout.schema.json', `${JSON.stringify(configurationSchema(), null, 2)}\n`);
