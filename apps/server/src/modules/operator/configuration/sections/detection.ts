import { NAME_KINDS } from '@scout/detection/settings';
import { changeDetectionSettings } from '../../../cases/index.ts';
import { readDetectionSettings } from '../../../ingest/index.ts';
import { fromTo, listDifference } from '../differences.ts';
import { declareSection } from '../section.ts';

/** The organization's own names. */
export const detection = declareSection({
  name: 'detection',
  async read({ tx, tenantId }) {
    const { settings } = await readDetectionSettings(tx, tenantId);
    return settings;
  },
  async apply(work, wanted) {
    const { version, settings } = await readDetectionSettings(work.tx, work.tenantId);
    let differs = false;
    for (const kind of NAME_KINDS) {
      const [before, after] = [settings[kind], wanted[kind]];
      if (before.standard !== after.standard) {
        work.changed('~', `detection.${kind}.standard`, fromTo(before.standard, after.standard));
        differs = true;
      }
      const entries = listDifference(before.entries, after.entries);
      if (entries === undefined) continue;
      work.changed('~', `detection.${kind}.entries`, entries);
      differs = true;
    }
    if (!differs) return;
    await work.attempt(['detection'], () =>
      changeDetectionSettings(work, work.client, { version, settings: wanted }),
    );
  },
});
