/** The label of the modifier key on this platform. */
export const modifierKey = () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl');
