import { changeRetention, readRetention } from '../../../organizations/index.ts';
import { fromTo } from '../differences.ts';
import { declareSection } from '../section.ts';

/** Days for which data is kept. */
export const retention = declareSection({
  name: 'retention',
  async read({ tx, tenantId, now }) {
    return { days: (await readRetention(tx, tenantId, now)).retention_days };
  },
  async apply(work, { days }) {
    const { tx, tenantId, now } = work;
    const { retention_days } = await readRetention(tx, tenantId, now);
    if (retention_days === days) return;
    work.changed('~', 'retention.days', fromTo(retention_days, days));
    await work.attempt(['retention', 'days'], () => changeRetention(work, days));
  },
});
