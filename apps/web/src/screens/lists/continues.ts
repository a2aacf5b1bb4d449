const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** True when a change goes on with a search or a span of days, one letter or day after the other: not a step to go back to. */
export const continues = (before: unknown, next: unknown): boolean => isSet(before) && isSet(next);
