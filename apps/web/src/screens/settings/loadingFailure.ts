/** Message for settings that could not be loaded (spec section 8). */
export const loadingFailure = {
  title: 'Error loading settings',
  text: 'Failed to load your settings. Please try again.',
} as const;
