import { toast } from './toast.tsx';

/** Copies a text and shows 'Copied!' or 'Copy failed' (spec section 8). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied!');
  } catch {
    toast.error('Copy failed', 'Select the text and copy it with the keyboard.');
  }
}
