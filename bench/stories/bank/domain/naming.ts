import type { Draw } from '../draw.ts';
import {
  ACCOUNT_SCHEMES,
  type AccountScheme,
  PERSON_SCHEMES,
  type PersonScheme,
  SERVER_SCHEMES,
  type ServerScheme,
  WORKSTATION_SCHEMES,
  type WorkstationScheme,
} from '../names.ts';

/** The naming conventions of one bank, with their weights; those that it does not have weigh nothing. */
export type NamingMix = {
  accounts: Readonly<Record<AccountScheme, number>>;
  servers: Readonly<Record<ServerScheme, number>>;
  workstations: Readonly<Record<WorkstationScheme, number>>;
  people: PersonScheme;
  /** Applications with one convention for all of their accounts; others mix. */
  discipline: number;
};

export function drawNaming(draw: Draw): NamingMix {
  return {
    accounts: mixOf(draw, ACCOUNT_SCHEMES, draw.between(1, 6)),
    servers: mixOf(draw, SERVER_SCHEMES, draw.between(1, 4)),
    workstations: mixOf(draw, WORKSTATION_SCHEMES, draw.between(1, 3)),
    people: draw.weighted(PERSON_SCHEMES),
    discipline: draw.real(0.7, 1),
  };
}

/** `count` of the schemes, the frequent ones more often; a merger leaves several in a bank. */
function mixOf<Scheme extends string>(
  draw: Draw,
  schemes: Readonly<Record<Scheme, number>>,
  count: number,
): Record<Scheme, number> {
  const rest: Record<Scheme, number> = { ...schemes };
  const mix = Object.fromEntries(Object.keys(schemes).map((scheme) => [scheme, 0])) as Record<Scheme, number>;
  for (let i = 0; i < count; i += 1) {
    const scheme = draw.weighted(rest);
    rest[scheme] = 0;
    mix[scheme] = draw.scale(1, 8);
  }
  return mix;
}
