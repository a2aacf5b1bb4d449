import { expect, it } from 'vitest';
import { hasName, localSettings, proxyFault, readGroupSettings, sourceFault } from './agentConfiguration.ts';
import { groupSettings } from './entities/agentGroup.ts';

const permitted = [
  {},
  { sources: ['system:', 'windows:Security?ids=4624,4625', 'file:/srv/app/security.xml', 'authlog:'] },
  { sources: ['file:C:\\Logs\\security.xml', 'windows:Microsoft-Windows-Sysmon/Operational'] },
  { exclude_event_ids: [5136, 5137] },
  { events_per_second: 10, upgrade_ring: 'last', tags: ['web', 'DMZ: Zürich'] },
  { quiet_hours: { days: [0, 6], from: '22:00', to: '06:00' } },
  { proxy: 'http://proxy.northwind.example:3128' },
  { proxy: 'none' },
];
const hostile = [
  { sources: ['exec:id'] },
  { sources: ['file:'] },
  { sources: ['file:relative.log'] },
  { sources: ['file:/srv/../etc/shadow'] },
  { sources: ['file:/srv/a\n/b'] },
  { sources: ['windows:Security?ids=all'] },
  { sources: ['windows:a" & calc'] },
  { sources: 'system:' },
  { exclude_event_ids: [1102] },
  { exclude_event_ids: ['5136'] },
  { events_per_second: 0.5 },
  { tags: ['$(id)'] },
  { tags: ['a', 'a'] },
  { quiet_hours: { days: [], from: '08:00', to: '09:00' } },
  { quiet_hours: { days: [1], from: '24:00', to: '09:00' } },
  { quiet_hours: { days: [1], from: '08:00', to: '09:00', command: 'id' } },
  { upgrade_ring: 'never' },
  { proxy: 'pac+https://proxy.example/p.pac' },
  { proxy: 'http://me:secret@proxy.example:3128' },
  { proxy: 'socks5://proxy.example' },
  { command: 'id' },
];

it.each(permitted)('server and agent take %j', (settings) => {
  expect(groupSettings.safeParse(settings).success).toBe(true);
  expect(readGroupSettings(settings)).toEqual(settings);
});

it.each(hostile)('neither server nor agent takes %j', (settings) => {
  expect(groupSettings.safeParse(settings).success).toBe(false);
  expect(readGroupSettings(settings)).toEqual(expect.any(String));
});

it.each(Object.keys(localSettings))('%s can only be set on the machine', (name) => {
  expect(groupSettings.safeParse({ [name]: 'x' }).success).toBe(false);
  expect(readGroupSettings({ [name]: 'x' })).toMatch(`'${name}' can only be set on the machine: `);
});

it('faults say what is permitted', () => {
  expect(sourceFault('exec:id')).toMatch(/is not a source: use system:/);
  expect(proxyFault('x')).toMatch(/must be http:/);
});

it.each([
  ['web-*', 'WEB-01', true],
  ['web-*', 'db-web-01', false],
  ['*', 'anything', true],
  ['*-sql*', 'prd-sql01', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['prd-sql01', 'PRD-SQL01', true],
  ['prd.sql01', 'prdxsql01', false],
])('the pattern %s of the host %s: %s', (pattern, host, has) => {
  expect(hasName(pattern, host)).toBe(has);
});

it('a hostile pattern costs no time', () => {
  const before = performance.now();
  expect(hasName(`${'*a'.repeat(50)}*b`, 'a'.repeat(255))).toBe(false);
  expect(performance.now() - before).toBeLessThan(50);
});
