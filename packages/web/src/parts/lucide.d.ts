// One module for each icon: to import all of them at once takes a while.
declare module 'lucide/dist/esm/icons/*.mjs' {
  const icon: readonly (readonly [string, Readonly<Record<string, string>>])[]
  export default icon
}
