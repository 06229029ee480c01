import { globSync, readFileSync } from 'node:fs'

/** A command that a document names: `npm`, `npx` or both with all that follows, in words. */
export interface DocumentedCommand {
  document: string
  /** As the document has it, on one line. */
  text: string
  program: 'npm' | 'npx'
  words: string[]
}

const documents = ['*.md', '{client,package}/*.md', 'docs/**/*.md']

/** What a reader puts in, or the shell: `<id>`, `$TOKEN`, `$(date +%F)`, `…`. */
export const placeholder = '…'
export const isPlaceholder = (word: string): boolean => word.includes(placeholder)

/** What programs print is no command, nor is what follows a change to another release. */
const ofOthers = /^ *```(?:text|json)|git checkout/

/** The code of a document: its blocks, each a text of lines, and what is between backticks. */
function codeOf(markdown: string): string[] {
  const fence = /^ *```[^\n]*\n([^]*?)^ *```/gm
  const blocks = Array.from(markdown.matchAll(fence), ([block, code = '']) =>
    ofOthers.test(block) ? '' : code.replaceAll(/\\\n\s*/g, ' '),
  )
  const inline = Array.from(markdown.replaceAll(fence, '').matchAll(/`([^`]+)`/g), ([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  )
  return [...blocks, ...inline]
}

/** The words of a command as a shell reads them. */
const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) => word.replaceAll(/["']/g, ''))

/** The commands in a piece of code. A comment, another command and a redirection end one. */
const commandsIn = (code: string): string[] =>
  Array.from(
    code
      .replaceAll(/<[^>\s(][^>\n]*>/g, placeholder)
      .replaceAll(/\$\((?!npm|npx)[^)]*\)|\$\w+|\$\{[^}]*\}|\$@/g, placeholder)
      .matchAll(/(?:^|[\s(])(?<!# [^\n]*)((?:npm|npx)(?= |$)(?:"[^"]*"|'[^']*'|[^\n;&|(){}<>#"'])*)/gm),
    ([, text = '']) => text.trim(),
  )

/** All commands of npm and npx that the documents name. A changelog may name some that no longer exist. */
export const documentedCommands = (): DocumentedCommand[] =>
  globSync(documents)
    .filter((document) => document !== 'CHANGELOG.md')
    .sort()
    .flatMap((document) =>
      codeOf(readFileSync(document, 'utf8'))
        .flatMap(commandsIn)
        .map((text) => {
          const [program, ...words] = wordsOf(text)
          return { document, text, program: program as 'npm' | 'npx', words } // as the pattern has it
        }),
    )
