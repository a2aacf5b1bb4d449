#!/usr/bin/env node
/**
 * Simulates `wevtutil qe`: responds from a file of recorded event XML, one event per line, named by SCOUT_STANDIN_LOG. It
 * supports the agent's queries (`EventRecordID` and `EventID` with =, >, >= and <=, and, or, brackets) and fails like the real
 * one for a missing channel. SCOUT_STANDIN_CALLS: a file to which each call is appended.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const [verb, channel, ...options] = process.argv.slice(2);
const option = (name) => options.find((text) => text.startsWith(`/${name}:`))?.slice(name.length + 2);

if (process.env.SCOUT_STANDIN_CALLS) {
  appendFileSync(process.env.SCOUT_STANDIN_CALLS, `${JSON.stringify(process.argv.slice(2))}\n`);
}
if (verb !== 'qe' || option('f') !== 'xml') fail(87, 'The parameter is incorrect.');
if (channel !== 'Security' && channel !== 'System') fail(15007, 'The specified channel could not be found.');

const matches = compile(option('q') ?? '*');
const newestFirst = option('rd') === 'true';
const events = readFileSync(process.env.SCOUT_STANDIN_LOG ?? '', 'utf8')
  .split('\n')
  .filter(
    (line) => line.startsWith('<Event ') && line.includes('<Channel>System<') === (channel === 'System'),
  )
  .map((xml) => ({
    xml,
    EventRecordID: BigInt(/<EventRecordID>(\d+)</.exec(xml)[1]),
    EventID: BigInt(/<EventID[^>]*>(\d+)</.exec(xml)[1]),
  }))
  .filter(matches)
  .sort((a, b) => Number(a.EventRecordID - b.EventRecordID) * (newestFirst ? -1 : 1))
  .slice(0, Number(option('c') ?? 2 ** 31));
const text = events.map(({ xml }) => `${xml}\r\n`).join('');
process.stdout.write(option('uni') === 'true' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text);

function fail(code, message) {
  process.stderr.write(`${message}\r\n`);
  // Exit codes of a process here have eight bits.
  process.exit(code % 256 || 1);
}

/** Compiles an XPath to a test. */
function compile(query) {
  if (query === '*') return () => true;
  const inside = /^\*\[System\[(.*)\]\]$/.exec(query)?.[1] ?? fail(87, 'The specified query is invalid.');
  const tokens = inside.match(/\(|\)|and\b|or\b|(?:EventRecordID|EventID)(?:>=|<=|=|>)\d+/g) ?? [];
  if (tokens.join('') !== inside.replaceAll(' ', '')) fail(87, 'The specified query is invalid.');
  let at = 0;
  const term = () => {
    const token = tokens[at++];
    if (token === '(') {
      const test = either();
      at += 1;
      return test;
    }
    const [, name, operator, value] = /^(\w+)(>=|<=|=|>)(\d+)$/.exec(token);
    const wanted = BigInt(value);
    return {
      '=': (event) => event[name] === wanted,
      '>': (event) => event[name] > wanted,
      '>=': (event) => event[name] >= wanted,
      '<=': (event) => event[name] <= wanted,
    }[operator];
  };
  const both = () => {
    let left = term();
    while (tokens[at] === 'and') {
      at += 1;
      const [first, second] = [left, term()];
      left = (event) => first(event) && second(event);
    }
    return left;
  };
  const either = () => {
    let left = both();
    while (tokens[at] === 'or') {
      at += 1;
      const [first, second] = [left, both()];
      left = (event) => first(event) || second(event);
    }
    return left;
  };
  return either();
}
