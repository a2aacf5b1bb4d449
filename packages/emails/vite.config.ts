import { defineConfig } from 'vite';

/** The server runs no TSX: templates and their dependencies become one file, `build/render.js`. */
export default defineConfig({
  ssr: { noExternal: true },
  build: { outDir: 'build', target: 'node26', minify: false, reportCompressedSize: false },
});
