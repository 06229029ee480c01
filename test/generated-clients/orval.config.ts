import { defineConfig } from 'orval'

export default defineConfig({
  tasks: {
    input: '../../docs/openapi.json',
    output: {
      target: 'dist/orval.ts',
      client: 'fetch',
      baseUrl: { runtime: 'process.env.TASKS_URL' },
    },
  },
})
