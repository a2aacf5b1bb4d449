export {
  type DistributionPlan,
  DistributionRefusal,
} from '../../platform/database/distribution/distribute.ts';
export { backup, restore, verifyBackup } from './backup/commands.ts';
export type { Manifest } from './backup/manifest.ts';
export { Progress } from './backup/progress.ts';
export { BackupRefusal } from './backup/refusal.ts';
export { configurationSchema } from './configuration/schema.ts';
export { distributeDatabase } from './distribution.ts';
export { type Bundle, collectBundle, writeBundle } from './support/bundle.ts';
export { readEnd } from './support/logs.ts';
