import { defineConfig } from 'vite'

/** Builds the application into static files: `index.html` and hashed `assets/`. infra/web publishes them. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    // the Content-Security-Policy forbids inline scripts, and allows data: URLs only for images
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
