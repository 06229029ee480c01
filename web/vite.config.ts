import { build } from 'esbuild'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Puts the script that sets the theme into the page's head: modules run too late, and inline scripts are forbidden. */
function themeScript(): Plugin {
  return {
    name: 'theme-script',
    async buildStart() {
      const [output] = (
        await build({
          entryPoints: [resolve(import.meta.dirname, 'src/theme/start.ts')],
          bundle: true,
          format: 'iife',
          minify: true,
          write: false,
        })
      ).outputFiles
      this.emitFile({ type: 'asset', name: 'theme.js', source: output?.text ?? '' })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => name.startsWith('assets/theme-'))
        if (file === undefined) throw new Error('The script that sets the theme was not built.')
        return [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Builds the application into static files: `index.html` and hashed `assets/`. infra/web-assets serves them. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [themeScript()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    // the Content-Security-Policy forbids inline scripts, and allows data: URLs only for images
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what the first view loads is one file: as twenty, which other views share, it was 5 % larger
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})
