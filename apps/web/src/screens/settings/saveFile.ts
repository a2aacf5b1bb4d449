import { noteDownload } from '../../session/download.ts';

/** Has the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  keepSignedIn();
  // The download has its own hold on the content by the time the page is idle again.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The browser still writes the file when this was the last tab: closing it must not end the session just now. */
function keepSignedIn(): void {
  try {
    noteDownload(localStorage, Date.now());
  } catch {
    // A full storage costs the note, not the file.
  }
}
