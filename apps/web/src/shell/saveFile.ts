import { noteDownload } from '../session/download.ts';

/** Saves a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  keepSignedIn();
  // By then the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Closing the last tab while the browser writes the file must not end the session. */
function keepSignedIn(): void {
  try {
    noteDownload(localStorage, Date.now());
  } catch {
    // A full storage must not prevent the download.
  }
}
