import { cabinet } from '../formats/cabinet.ts';
import { compoundFile } from '../formats/compoundFile.ts';
import { classIdBytes, guidOf } from '../formats/guid.ts';
import { databaseStreams, streamName } from '../formats/installerDatabase.ts';
import { summaryInformation } from '../formats/summaryInformation.ts';
import type { BuildInput, Built } from './built.ts';
import { CABINET, MARK, MARK_TEXT, PROGRAM, SERVICE_HOST } from './msiFiles.ts';
import { installerTables } from './msiTables.ts';

/** No configuration is inserted: Windows keeps a copy of an installed package that every user of the machine can read. */
export interface MsiRecipe {
  readonly kind: 'msi';
}

const INSTALLER_PACKAGE = '{000C1084-0000-0000-C000-000000000046}';

/**
 * A Windows Installer package.
 * @param program the program as the .exe installs it, with the service host and the trailer attached
 * @param level compression, 1 to 9
 */
export async function buildMsi(
  { version, mtime }: BuildInput,
  program: Uint8Array,
  host: Uint8Array,
  level?: number,
): Promise<Built<MsiRecipe>> {
  const files = [
    { name: PROGRAM, data: program },
    { name: SERVICE_HOST, data: host },
    { name: MARK, data: MARK_TEXT },
  ];
  const packed = await cabinet(files, mtime, level);
  // Another content is another product and replaces this one, also with the same version.
  const productCode = guidOf('scout agent product', version, packed);
  const tables = installerTables({
    version,
    productCode,
    programBytes: program.length,
    hostBytes: host.length,
  });
  const database = databaseStreams(tables);
  const summary = summaryInformation({
    subject: `Scout Agent ${version}`,
    author: 'Scout',
    comments: 'Sends security events of this machine to Scout.',
    packageCode: guidOf(
      'scout agent package',
      ...database.flatMap(({ parts }) => parts as Uint8Array[]),
      packed,
    ),
    mtime,
  });
  const streams = [...database, summary, { name: streamName(CABINET, false), parts: [packed] }];
  return { parts: compoundFile(classIdBytes(INSTALLER_PACKAGE), streams), recipe: { kind: 'msi' } };
}
