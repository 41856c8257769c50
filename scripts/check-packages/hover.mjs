// Checks editor tooltips of the installed declarations through the language service.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Some criteria of searches, which come from elsewhere than other fields. */
const criteria = [
  'summary',
  'short_desc',
  'summary_type',
  'longdesc',
  'flagtypes.name',
  'chfieldfrom',
  'bugidtype',
  'f1',
]

/** Operations without documentation in editors, and fields without it in inputs and results. */
export async function checkHover({ project }) {
  const { operations } = await import(join(project, 'node_modules/@trackerkit/core/dist/tracker/registry.js'))
  const names = Object.entries(operations).flatMap(([resource, verbs]) =>
    Object.keys(verbs).map((verb) => `${resource}.${verb}`),
  )
  const file = join(project, 'hover.ts')
  const head = `import type { Operations } from '@trackerkit/core'\nimport type { OperationTypes } from '@trackerkit/core/types'\ndeclare const alice: Operations\n`
  const types = `export declare const types: OperationTypes\n`
  const search = `void alice.bugs.search({ ${criteria.map((name) => `'${name}': 'x'`).join(', ')} })\n`
  writeFileSync(file, `${head}${names.map((name) => `void alice.${name}\n`).join('')}${search}${types}`)
  const service = createService(file)
  const program = service.getProgram()
  const text = readFileSync(file, 'utf8')
  const silent = names.filter((name) => {
    const place = text.indexOf(`void alice.${name}\n`) + `void alice.${name}`.length - 1
    return !hasText(service.getQuickInfoAtPosition(file, place)?.documentation)
  })
  const silentCriteria = criteria.filter((name) => {
    const place = text.indexOf(`'${name}': 'x'`) + 2
    return !hasText(service.getQuickInfoAtPosition(file, place)?.documentation)
  })
  const fields = fieldsWithoutText(program, program.getSourceFile(file))
  return [
    ...silent.map((name) => `${name} says nothing`),
    ...silentCriteria.map((name) => `the criterion ${name} says nothing`),
    ...fields.map((name) => `the field ${name} says nothing`),
  ]
}

function createService(file) {
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    types: [],
    skipLibCheck: true,
  }
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? '') : undefined,
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  })
}

function hasText(parts) {
  return parts !== undefined && ts.displayPartsToString(parts).trim() !== ''
}

/** Of all inputs and answers, and of the objects in them. Names that only the installation knows have no declaration to say it. */
function fieldsWithoutText(program, source) {
  const checker = program.getTypeChecker()
  const types = checker.getTypeAtLocation(source.statements.at(-1).declarationList.declarations[0].name)
  const silent = new Set()
  const seen = new Set()
  const visit = (type, name) => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach((one) => visit(one, name))
    const items = checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type) : undefined
    if (items) return items.forEach((one) => visit(one, name))
    for (const field of isOurs(type) ? checker.getPropertiesOfType(type) : []) {
      const path = `${name}.${field.name}`
      if (!hasText(field.getDocumentationComment(checker))) silent.add(path)
      visit(checker.getTypeOfSymbolAtLocation(field, source), path)
    }
  }
  for (const operation of checker.getPropertiesOfType(types)) {
    const call = checker.getTypeOfSymbolAtLocation(operation, source)
    for (const side of checker.getPropertiesOfType(call))
      visit(checker.getTypeOfSymbolAtLocation(side, source), `${operation.name} ${side.name}`)
  }
  return [...silent]
}

/** Not those of the language, such as Date. */
function isOurs(type) {
  return (type.symbol?.declarations ?? []).some((declaration) =>
    declaration.getSourceFile().fileName.includes('@trackerkit'),
  )
}
