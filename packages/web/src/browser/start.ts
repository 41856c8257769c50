// Runs the main script once the page that the server has made is painted, which is of use before it is live.
const { href } = document.getElementById('main') as HTMLLinkElement

/** The browser paints no page in the background. */
const isPainted = document.hidden || performance.getEntriesByName('first-contentful-paint').length > 0

function run(): void {
  import(href).catch((error: unknown) => console.error(error))
}

if (isPainted) run()
else requestAnimationFrame(() => setTimeout(run))
