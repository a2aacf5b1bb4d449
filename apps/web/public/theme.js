// Runs before the first paint, so that neither the wrong theme nor 'Log In' instead of 'Dashboard' flashes.
try {
  const { dataset } = document.documentElement;
  const choice = localStorage.getItem('scout_theme');
  if (choice === 'light' || choice === 'dark') dataset.theme = choice;
  // Kept from sign-in to sign-out; only a display hint.
  if (localStorage.getItem('scout_subscription') !== null) dataset.signedIn = '';
} catch {
  // Storage is disabled: use the system's theme.
}
