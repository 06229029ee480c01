// Generated from lib/contract/limits.ts by npm run docs:build. Do not edit.

export const maxIdempotencyKeyCharacters = 255
