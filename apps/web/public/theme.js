// Runs before the first paint, so that a chosen theme never flashes through the other one, nor 'Log In' through 'Dashboard'.
try {
  const { dataset } = document.documentElement;
  const choice = localStorage.getItem('scout_theme');
  if (choice === 'light' || choice === 'dark') dataset.theme = choice;
  // Kept from sign-in to sign-out; only a hint of what to offer.
  if (localStorage.getItem('scout_subscription') !== null) dataset.signedIn = '';
} catch {
  // Storage is off: the system's theme it is.
}
