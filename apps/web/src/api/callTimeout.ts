/** Time after which a call counts as failed. */
export const callTimeoutMs = 8_000;
