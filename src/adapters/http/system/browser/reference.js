/* Shows the operations whose group, path, name or summary has all words of the filter. */
const findOperations = (taggedOperations, phrase) => {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (operation, tag) => {
    const names = ['path', 'method'].map((name) => operation.get(name));
    const texts = ['operationId', 'summary'].map((name) => operation.getIn(['operation', name]));
    const text = [tag, ...names, ...texts].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return taggedOperations
    .map((group, tag) =>
      group.update('operations', (operations) => operations.filter((operation) => hasWords(operation, tag))),
    )
    .filter((group) => group.get('operations').size > 0);
};

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  filter: true,
  plugins: [{ fn: { opsFilter: findOperations } }],
  validatorUrl: null,
  tryItOutEnabled: true,
});
