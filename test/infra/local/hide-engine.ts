import { registerHooks } from 'node:module'

// loaded by --import: the process finds no packaged engine, as on a platform for which there is none
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@dynoxide/')) throw new Error('There is no such package.')
    return next(specifier, context)
  },
})
