import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig(
  globalIgnores([
    'coverage/',
    'dist/',
    'cdk.out/',
    '.data/',
    'client/dist/',
    'package/dist/',
    'client/src/schema.ts',
    'test/fixtures/',
    'test/generated-clients/', // its packages are its own
    // n8n's own rules, for its own linter
    'integrations/n8n/lint.config.mjs',
    'integrations/n8n/dist/',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 400 }],
      'no-restricted-imports': [
        'error',
        { name: 'preact/hooks', importNames: ['useId'], message: 'Use web/src/ui/use-id.ts.' },
      ],
    },
  },
  {
    // a function is read at a glance: a part of a screen, a decision or an effect has a name of its own
    files: ['web/src/**'],
    rules: {
      complexity: ['error', 20],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
)
