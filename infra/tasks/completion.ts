import { Argument, type Command } from 'commander'
import { called } from '../called.ts'

/** A place of the command line: the commands so far, what may come next, and what may follow an option there. */
interface Place {
  path: string
  words: string[]
  /** What may follow an option that takes a value, by the option; nothing for a free value. */
  choices: Record<string, string[]>
}

/** The places in a command and below it, the longest paths first: a shell takes the first pattern that matches. */
function placesOf(command: Command, path = ''): Place[] {
  const help = command.createHelp() // what --help does not list, the command does not take
  const shown = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].filter(
    ({ long }) => long !== undefined && long !== '--version' && long !== '--help',
  )
  const names = new Set(shown.map(({ long }) => String(long)))
  const own = command.commands.map((one) => one.name())
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    ...command.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`)),
    {
      path,
      words: [...own, ...values, ...names, ...(path === '' ? ['--version'] : []), '--help'],
      choices: Object.fromEntries(
        shown.flatMap(({ long, required, argChoices }) =>
          required ? [[String(long), argChoices ?? []]] : [],
        ),
      ),
    },
  ]
}

const quoted = (text: string): string => `'${text}'`

/** Which words may come after the command $at and the word $last, for both shells. */
const cases = (places: Place[]): string =>
  places
    .flatMap(({ path, words, choices }) => [
      ...Object.entries(choices).map(([option, values]) => [`${path} ${option}`, values] as const),
      [`${path} *`, words] as const,
    ])
    .map(([pattern, words]) => {
      const fixed = pattern.endsWith('*') ? `${quoted(pattern.slice(0, -1))}*` : quoted(pattern)
      return `    ${fixed}) words='${words.join(' ')}' ;;`
    })
    .join('\n')

/** The patterns of all commands. */
const commandCases = (places: Place[]): string =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|')

const bash = (
  places: Place[],
): string => `# Completion of ${called.name} in bash: source <(${called.tasks} completion bash)
_${called.name}() {
  local at='' last='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${commandCases(places)}) at="$at $word" ;; esac
    last=$word
  done
  case "$at $last" in
${cases(places)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${called.name} ${called.name}
`

const zsh = (places: Place[]): string => `#compdef ${called.name}
# Completion of ${called.name} in zsh: source <(${called.tasks} completion zsh)
_${called.name}() {
  local at='' last='' candidates='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in (${commandCases(places)}) at="$at $word" ;; esac
    last=$word
  done
  case "$at $last" in
${cases(places).replaceAll(/^ {4}('.*?) words=/gm, '    ($1 candidates=')}
  esac
  compadd -- \${=candidates} || _files
}
compdef _${called.name} ${called.name}
`

const help = `
It completes the word ${called.name}, so give ${called.tasks} that name:

  alias ${called.name}='${called.tasks}'
  source <(${called.tasks} completion bash)
`

/** Adds the command that writes a script for a shell, made of the commands and options of the program. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Write a script that lets a shell complete commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
    .addHelpText('after', help)
    .action((shell: string) => {
      const places = placesOf(program)
      process.stdout.write(shell === 'bash' ? bash(places) : zsh(places))
    })
}
