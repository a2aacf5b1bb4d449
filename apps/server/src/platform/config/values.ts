import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { emailProblem, limits } from '@scout/contract';
import { z } from 'zod';
import { parseSender } from './mailAddress.ts';

/** A port number. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535');

/** A whole number in a range. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`), `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

/** An origin, without a path. */
export const webOrigin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  if (plain && !url.username && !url.password) return url.origin;
  context.addIssue('must be an address such as https://scout.example, without a path');
  return z.NEVER;
});

/** Comma-separated origins. */
export const webOrigins = z.string().transform((text, context) => {
  const most = limits.agent.addresses - 1;
  const parsed = listOf(text).map((one) => webOrigin.safeParse(one));
  if (parsed.length > 0 && parsed.length <= most && parsed.every(({ success }) => success))
    return parsed.map(({ data }) => data!);
  context.addIssue(`must be 1 to ${most} addresses with commas between, such as https://scout.example`);
  return z.NEVER;
});

/** A URL of one of these protocols. */
export const urlOf = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL such as ${example}`,
  });

/** The sender of mail. */
export const sender = z.string().transform((text, context) => {
  const parsed = parseSender(text);
  if (parsed) return parsed;
  context.addIssue('must be an address such as no-reply@scout.example, or Scout <no-reply@scout.example>');
  return z.NEVER;
});

const listOf = (text: string) => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** Comma-separated mail addresses. */
export const addresses = z.string().transform((text, context) => {
  const list = listOf(text);
  const most = limits.demoRequest.salesAddresses;
  if (list.length > 0 && list.length <= most && list.every((one) => emailProblem(one) === undefined))
    return list;
  context.addIssue(
    `must be 1 to ${most} addresses with commas between, such as sales@scout.example,lead@scout.example`,
  );
  return z.NEVER;
});

/** Comma-separated addresses and networks. */
export const networks = z.string().transform((text, context) => {
  const list = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  if (list.length > 0 && list.length <= 100 && list.every(isNetwork)) return list;
  context.addIssue('must be addresses or networks with commas between, such as 10.0.0.5,192.168.0.0/16');
  return z.NEVER;
});

/** True for an address, and for a network of at most half of all addresses: /0 would trust everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Comma-separated domains. */
export const domainNames = z.string().transform((text, context) => {
  const list = listOf(text);
  if (list.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))) return list;
  context.addIssue('must be domains with commas between, such as mail.example,post.example');
  return z.NEVER;
});

/** Comma-separated DNS servers. */
export const dnsServers = z.string().transform((text, context) => {
  const list = listOf(text);
  try {
    new Resolver().setServers(list);
    return list;
  } catch {
    context.addIssue('must be IP addresses with commas between, such as 192.0.2.53,[2001:db8::53]:5353');
    return z.NEVER;
  }
});

/** Decimal: 10^9 bytes. */
export const GIGABYTE = 1e9;
const { eventsPerSecondMax, bytesPerDayMax } = limits.quota;

/** A number of events per second. */
export const eventsPerSecond = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a number of events a second')
  .transform(Number)
  .refine((number) => number > 0 && number <= eventsPerSecondMax, {
    message: `must be from 1 to ${eventsPerSecondMax}`,
  });

/** Gigabytes of 10^9 bytes, as bytes. */
export const gigabytes = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be a number of gigabytes such as 500 or 0.5')
  .transform((text) => Math.round(Number(text) * GIGABYTE))
  .refine((bytes) => bytes <= bytesPerDayMax, { message: `must be at most ${bytesPerDayMax / GIGABYTE}` });

/** Gigabytes, more than zero. */
export const quotaGigabytes = gigabytes.refine((bytes) => bytes > 0, { message: 'must be more than 0' });

/** A secret with a minimum length. */
export const secret = (least: number) => z.string().min(least, `must have at least ${least} characters`);

const distinct = (items: Iterable<unknown>): number => new Set(items).size;

/** A longer text needs no more different pairs. */
const COMPARED = 64;

/**
 * True for a text that could be guessed despite its length: repeated texts have few different pairs of neighboring characters,
 * sequences few different distances between them. Of random hexadecimal texts, one in a billion has so few.
 */
export function isGuessable(text: string): boolean {
  const pairs = [...text].slice(1).map((next, index) => [text[index]!, next] as const);
  const distances = pairs.map(([one, next]) => next.charCodeAt(0) - one.charCodeAt(0));
  return (
    distinct(pairs.map((pair) => pair.join(''))) < Math.min(text.length, COMPARED) / 2 ||
    distinct(distances) < 6
  );
}

/**
 * A secret with a minimum length that is no repeated or counted text, which could be guessed despite its length.
 * @param source how to get a random one
 */
export const randomSecret = (least: number, source = 'Create one with: openssl rand -base64 32') =>
  secret(least).refine((text) => text.length < least || !isGuessable(text), {
    message: `must be random, but repeats or counts characters. ${source}`,
  });

/** Address and port to listen on. */
export const listenAddress = z.string().transform((text, context) => {
  const found = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  if (host !== undefined && Number(found?.[3]) <= 65_535) return { host, port: Number(found?.[3]) };
  context.addIssue('must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464');
  return z.NEVER;
});

const { nameMin, nameMax } = limits.user;

/** The name of an organization. */
export const organizationName = z
  .string()
  .trim()
  .min(nameMin, `must have ${nameMin} to ${nameMax} characters`)
  .max(nameMax, `must have ${nameMin} to ${nameMax} characters`);

/** One mail address, in lower case. */
export const mailAddress = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => emailProblem(text) === undefined, 'must be an address such as admin@alder.example');

/** Header fields as OpenTelemetry's settings write them: `name=value` with commas between, values percent-encoded. */
export const headerFields = z.string().transform((text, context) => {
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name, value] = /^\s*([A-Za-z0-9-]+)\s*=(.*)$/.exec(pair)!;
      return [name!.toLowerCase(), decodeURIComponent(value!.trim())] as const;
    });
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])));
  } catch {
    context.addIssue('must be name=value with commas between, such as authorization=Bearer%20abc');
    return z.NEVER;
  }
});
