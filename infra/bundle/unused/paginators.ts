/**
 * Replaces @aws-sdk/lib-dynamodb without its paginators, which lib/table does not use. They are made when the package
 * loads, so no bundler can leave them out, nor the commands that they name. This saves 1.5 KiB.
 */
// @ts-expect-error the file has no types; an import by the package's name would be replaced by this module
export * from '../../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/index.js'
// @ts-expect-error this file has no types either
export * from '../../../node_modules/@aws-sdk/lib-dynamodb/dist-es/DynamoDBDocumentClient.js'
