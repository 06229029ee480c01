/*
 * MCP's server loads a validator of JSON Schemas, for its questions to people. Ours asks no questions, and checks its
 * arguments by the schemas of its operations. This saves 150 KiB in mcp.call.
 */

/** @throws Error always: nothing validates by JSON Schema */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Nothing is validated by JSON Schema here.')
  }
}

const { process } = globalThis
export { process }
