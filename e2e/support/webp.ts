import type { Browser } from '@playwright/test';

/** Encodes a PNG as WebP with the browser's own encoder. Quality is between 0 and 1. */
export async function webpOf(browser: Browser, png: Buffer, quality: number): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const script = `(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${quality} });
      return [...new Uint8Array(await blob.arrayBuffer())];
    })()`;
    return Buffer.from(await page.evaluate<number[]>(script));
  } finally {
    await page.close();
  }
}
