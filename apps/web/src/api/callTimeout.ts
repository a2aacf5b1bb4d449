/** How long a call may take before it counts as failed. */
export const callTimeoutMs = 8_000;
