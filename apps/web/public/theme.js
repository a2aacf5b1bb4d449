// Runs before the first paint, so that a chosen theme never flashes through the other one.
try {
  const choice = localStorage.getItem('scout_theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
} catch {
  // Storage is off: the system's theme it is.
}
