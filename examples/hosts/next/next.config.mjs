/** @type {import('next').NextConfig} */
const config = {
  // The compiler of the whole project looks at these files.
  typescript: { ignoreBuildErrors: true },
}
export default config
