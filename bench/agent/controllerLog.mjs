#!/usr/bin/env node
/**
 * Simulates `wevtutil qe` of a domain controller whose Security log grows by the clock: SCOUT_BENCH_POOL is a file of event XML, one
 * a line, in which @ID@ is the record; SCOUT_BENCH_CLOCK one with the time of the first record (epoch ms) and the records a second.
 */
import { readFileSync } from 'node:fs';

const options = process.argv.slice(4);
const option = (name) => options.find((text) => text.startsWith(`/${name}:`))?.slice(name.length + 2);
const pool = readFileSync(process.env.SCOUT_BENCH_POOL, 'utf8').trimEnd().split('\n');
const { start, rate } = JSON.parse(readFileSync(process.env.SCOUT_BENCH_CLOCK, 'utf8'));
const newest = Math.max(1, Math.floor(((Date.now() - start) * rate) / 1000));
const from = Number(/EventRecordID=(\d+)/.exec(option('q'))?.[1] ?? newest);
const count = Number(option('c'));

let text = '\uFEFF';
for (let record = Math.max(1, from); record <= newest && record < from + count; record += 1)
  text += `${pool[record % pool.length].replace('@ID@', String(record))}\r\n`;
process.stdout.write(Buffer.from(text, 'utf16le'));
