import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../../docs/openapi.json',
  output: { path: 'dist/hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }],
})
