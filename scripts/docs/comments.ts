// The doc comments of operations and of the fields of their inputs and outputs, as the compiler finds them.
import { join } from 'node:path'
import ts from 'typescript'

/** What comments say of one operation. Fields by their dotted names; `*` stands for any name. */
interface OperationComments {
  readonly description: string
  readonly errors?: string
  readonly input: Readonly<Record<string, string>>
  readonly output: Readonly<Record<string, string>>
}

/** By the name of the operation, such as `bugs.get`. */
export function readComments(root: string): Readonly<Record<string, OperationComments>> {
  const file = join(root, 'packages/core/src/tracker/operations.ts')
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const registry = checker
    .getExportsOfModule(symbolOfFile(checker, program.getSourceFile(file)))
    .find(({ name }) => name === 'operations')
  if (!registry) throw new Error(`${file} exports no operations`)
  const comments: [string, OperationComments][] = []
  for (const resource of propertiesOf(checker, registry))
    for (const verb of propertiesOf(checker, resource))
      comments.push([`${resource.name}.${verb.name}`, commentsOf(checker, verb)])
  return Object.fromEntries(comments)
}

function symbolOfFile(checker: ts.TypeChecker, file: ts.SourceFile | undefined): ts.Symbol {
  const symbol = file && checker.getSymbolAtLocation(file)
  if (!symbol) throw new Error('the registry of operations is no module')
  return symbol
}

function propertiesOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  return checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol))
}

function commentsOf(checker: ts.TypeChecker, verb: ts.Symbol): OperationComments {
  const definition = definitionOf(checker, verb)
  const throws = definition.getJsDocTags(checker).filter(({ name }) => name === 'throws')
  const errors = throws.map(({ text }) => oneLine(ts.displayPartsToString(text))).join('; ')
  const inputs = checker.getPropertiesOfType(typeAt(checker, verb, ['input', '_zod', 'input'])).map(({ name }) => name)
  const text = withoutReference(paragraphs(ts.displayPartsToString(definition.getDocumentationComment(checker))))
  const { rest, meanings } = takeMeanings(text, new Set(inputs))
  return {
    description: rest,
    ...(errors && { errors }),
    input: { ...fieldComments(checker, verb, 'input'), ...meanings },
    output: fieldComments(checker, verb, 'output'),
  }
}

/** The constant that the registry names: its comment is that of the operation. */
function definitionOf(checker: ts.TypeChecker, verb: ts.Symbol): ts.Symbol {
  const [declaration] = verb.declarations ?? []
  const named =
    declaration && ts.isShorthandPropertyAssignment(declaration)
      ? checker.getShorthandAssignmentValueSymbol(declaration)
      : declaration && ts.isPropertyAssignment(declaration) && checker.getSymbolAtLocation(declaration.initializer)
  if (!named) throw new Error(`the operation ${verb.name} is no constant of its own`)
  return named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
}

/** Comments on the fields of what the schema takes (`input`) or gives (`output`). */
function fieldComments(checker: ts.TypeChecker, verb: ts.Symbol, side: 'input' | 'output'): Record<string, string> {
  const comments = new Map<string, string>()
  const walk = (type: ts.Type, path: string) => {
    if (type.isUnion()) return type.types.forEach((one) => walk(one, path))
    const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    if (item) return walk(item, path)
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || isValue(type)) return
    for (const property of checker.getPropertiesOfType(type)) {
      const name = `${path}${property.name}`
      const comment = oneLine(ts.displayPartsToString(property.getDocumentationComment(checker)))
      if (comment && !comments.has(name)) comments.set(name, comment)
      walk(checker.getTypeOfSymbol(property), `${name}.`)
    }
    const any = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (any) walk(any, `${path}*.`)
  }
  walk(typeAt(checker, verb, [side, '_zod', side]), '')
  return Object.fromEntries(comments)
}

const names = /`\w+`(?:(?:, | and )`\w+`)*: /.source
const meaning = new RegExp(`(?<=^|\\n|[.;] )(${names})(.+?)(?:\\.(?=\\s|$)|;(?= ${names}))`, 'g')

/** The comment of an operation tells of its inputs as "`name`: what it means." These sentences go to the names. */
function takeMeanings(text: string, inputs: ReadonlySet<string>): { rest: string; meanings: Record<string, string> } {
  const meanings: Record<string, string> = {}
  const rest = text.replace(meaning, (sentence, said: string, what: string) => {
    const named = [...said.matchAll(/`(\w+)`/g)].map((match) => match[1] as string)
    if (!named.every((name) => inputs.has(name))) return sentence
    for (const name of named) meanings[name] = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
    return ''
  })
  return { rest: paragraphs(rest), meanings }
}

function typeAt(checker: ts.TypeChecker, symbol: ts.Symbol, names: readonly string[]): ts.Type {
  return names.reduce((type, name) => {
    const property = checker.getPropertyOfType(type, name)
    if (!property) throw new Error(`the operation ${symbol.name} has no ${names.join('.')}`)
    return checker.getTypeOfSymbol(property)
  }, checker.getTypeOfSymbol(symbol))
}

/** An object of JavaScript that stands for one value of JSON. */
function isValue(type: ts.Type): boolean {
  return ['Date', 'Uint8Array'].includes(type.getSymbol()?.name ?? '')
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Which section of the API's description an operation fulfils is of no use to who reads how it is called. */
function withoutReference(text: string): string {
  return text.replace(/ ?Contract: [^.]+\./g, '').trim()
}
