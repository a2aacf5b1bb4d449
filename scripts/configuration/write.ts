import { writeFileSync } from 'node:fs';
import { configurationSchema } from '@scout/server/modules/operator/commands';

const file = new URL('../../docs/scout.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(configurationSchema(), null, 2)}\n`);
