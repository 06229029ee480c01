/**
 * How people call the programs, for help and messages. The npm package has another file in its place:
 * infra/package/replaced/called.ts.
 */
export const called = {
  /** The command line, and its name alone, which a shell completes. */
  tasks: 'npx tasks',
  name: 'tasks',
  start: 'npm start',
  listen: 'npm run listen',
  /** What else calls its commands. */
  more: 'The npm scripts do the same: npm start, npm run admin, npm run listen, npm run mcp.',
}
