// OPENAPI and OUT are paths: the document and the folder of the generated code.
export default {
  input: process.env.OPENAPI,
  output: { path: process.env.OUT, importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { file: false },
};
