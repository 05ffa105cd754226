module.exports = {
  'diff': { 'proxy': 'https://zips.example.com/shop/' },
  'server': { 'port': 8889 }
}
