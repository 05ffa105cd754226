// The configuration of the old Eros template.
module.exports = {
  'appName': 'shop',
  'appBoard': '/config/index.js',
  'version': { android: '1.0.0', iOS: '1.0.0' },
  'page': { 'homePage': '/pages/home.js', 'mediatorPage': '/mediator/index.js' },
  'zipFolder': {
    'iOS': '/ios/WeexEros/WeexEros',
    'android': '/android/WeexFrameworkWrapper/app/src/main/assets'
  }
}
