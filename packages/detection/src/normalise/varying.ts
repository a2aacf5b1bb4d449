import type { RawEvent } from './rawEvent.ts';

/** Fields that differ between events that say the same: when it was, and numbers of records and sessions. */
const VARYING = ['time', 'recordId', 'TargetLogonId', 'SubjectLogonId', 'TargetLinkedLogonId'] as const;
export type VaryingField = (typeof VARYING)[number];

/** The varying part of an event. */
export type Varying = Pick<RawEvent, VaryingField>;

const NAMES: ReadonlySet<string> = new Set(VARYING);

export const isVarying = (field: keyof RawEvent): field is VaryingField => NAMES.has(field);

/** True for a text that is not blank and needs no decoding. */
export function isVisible(text: string): boolean {
  const first = text.charCodeAt(0);
  return first > 0x20 && first < 0x7f && !text.includes('&');
}

/** Decides by recent success if looking for repeated events is worth it; `isDue` counts as one look. */
export type Trial = { isDue(): boolean; succeed(): void };

/** Looks after which their success is judged, the successes that make more of them worth their cost, and events left out otherwise. */
const LOOKS = { number: 256, least: 16, rest: 2_048 };

/** Looks at events of one kind as long as some of them repeat, so that a stream in which none does costs next to nothing. */
export function createTrial(): Trial {
  let looks = 0;
  let successes = 0;
  return {
    isDue() {
      if (looks === LOOKS.number) {
        looks = successes >= LOOKS.least ? 0 : -LOOKS.rest;
        successes = 0;
      }
      looks += 1;
      return looks > 0;
    },
    succeed() {
      successes += 1;
    },
  };
}
