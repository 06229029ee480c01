import { defineConfig } from 'vite'

/** The application as static files: `index.html` and hashed `assets/`. infra/web-assets says where they go. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    // the Content-Security-Policy allows no data: URL but for images, and no inline script
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
