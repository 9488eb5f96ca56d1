"""Names many projects depend on, and whether another name could be mistaken for one of them."""

from __future__ import annotations

import re

from postil.inspection.checks._supply_chain.entries import Ecosystem

_SHORTEST = 5
_LONGEST = 214
_KEYBOARD = ("1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_ALIKE = ("aeiou", "iyj", "il1", "o0", "ckq", "szc", "vwu", "mn", "bdp", "e3", "a4", "s5", "ft")
_SPLIT = re.compile(r"[@/_.:-]")
_GO_VERSION = re.compile(r"[/.]v\d{1,4}\Z")

_POPULAR = {
    Ecosystem.PYPI: """
        requests urllib3 setuptools certifi charset-normalizer typing-extensions python-dateutil
        numpy pandas boto3 botocore s3transfer pyyaml cryptography packaging jinja2 markupsafe
        werkzeug flask django fastapi starlette uvicorn gunicorn sqlalchemy alembic psycopg2
        psycopg2-binary pymongo redis celery kombu pydantic pydantic-core httpx httpcore aiohttp
        aiosignal async-timeout attrs click colorama rich typer tqdm pytest pytest-cov
        pytest-asyncio pytest-xdist coverage hypothesis mypy pylint flake8 black isort pre-commit
        virtualenv pipenv poetry twine wheel scipy scikit-learn matplotlib seaborn pillow
        opencv-python tensorflow keras torch torchvision torchaudio transformers tokenizers
        huggingface-hub datasets sentencepiece openai anthropic langchain beautifulsoup4 selenium
        scrapy paramiko fabric ansible jsonschema protobuf grpcio google-auth google-api-core
        google-cloud-storage azure-core azure-identity awscli pyjwt oauthlib requests-oauthlib authlib
        python-dotenv python-multipart itsdangerous marshmallow simplejson ujson orjson lxml
        html5lib markdown pygments docutils sphinx babel pytz tzdata tzlocal arrow pendulum
        psutil cffi pycparser pyasn1 pynacl bcrypt passlib pyopenssl docker kubernetes
        elasticsearch kafka-python mysqlclient pymysql asyncpg tornado twisted gevent eventlet
        greenlet loguru structlog sentry-sdk prometheus-client networkx sympy numba cython
        jupyter jupyterlab notebook ipython ipykernel nltk spacy gensim xgboost lightgbm plotly
        streamlit gradio dash bokeh altair statsmodels pyarrow polars duckdb openpyxl xlsxwriter
        xlrd tabulate termcolor colorlog websockets websocket-client discord-py tweepy stripe
        twilio slack-sdk python-telegram-bot web3 eth-account playwright faker
        freezegun responses mock tox nox cachetools toml tomli filelock platformdirs
        importlib-metadata pluggy iniconfig exceptiongroup distlib idna
    """,
    Ecosystem.NPM: """
        react react-dom react-router react-router-dom react-scripts react-native redux
        react-redux next express lodash axios chalk commander debug moment dayjs date-fns
        typescript webpack webpack-cli webpack-dev-server rollup esbuild babel-loader css-loader
        style-loader eslint prettier jest mocha chai sinon cypress playwright puppeteer vitest
        karma jasmine nodemon dotenv cross-env cross-spawn rimraf mkdirp glob minimist yargs
        inquirer ora semver uuid nanoid bluebird async request node-fetch isomorphic-fetch
        superagent cheerio jsdom body-parser cookie-parser cors helmet morgan multer passport
        jsonwebtoken bcrypt bcryptjs mongoose mongodb mysql mysql2 sequelize typeorm prisma
        redis ioredis socket.io socket.io-client ws graphql apollo-server jquery bootstrap
        tailwindcss postcss autoprefixer sass node-sass less styled-components classnames
        prop-types immer zustand mobx rxjs zone.js vue vue-router vuex angular svelte nuxt gatsby
        electron electron-builder fs-extra chokidar winston pino bunyan colors color
        underscore ramda validator joi ajv formik react-hook-form framer-motion three d3 chart.js
        leaflet highlight.js marked markdown-it handlebars mustache pug nodemailer aws-sdk
        firebase firebase-admin stripe twilio discord.js ethers web3 husky lint-staged concurrently
        npm-run-all ts-node ts-jest ts-loader tslib core-js regenerator-runtime event-stream
        ua-parser-js rc left-pad qs form-data follow-redirects
        @types/node @types/react @types/react-dom @types/jest @types/lodash @types/express
        @babel/core @babel/preset-env @babel/preset-react @babel/runtime @angular/core
        @angular/cli @angular/common @vue/cli @nestjs/core @nestjs/common @reduxjs/toolkit
        @tanstack/react-query @testing-library/react @testing-library/jest-dom @mui/material
        @emotion/react @emotion/styled @aws-sdk/client-s3 @prisma/client @apollo/client
        @sentry/node @sentry/browser @typescript-eslint/parser @typescript-eslint/eslint-plugin
        @solana/web3.js eslint-plugin-react eslint-plugin-import eslint-config-prettier
    """,
    Ecosystem.CRATES: """
        serde serde_json serde_derive serde_yaml tokio tokio-util futures async-trait async-std
        anyhow thiserror clap structopt regex lazy_static once_cell log env_logger tracing
        tracing-subscriber rand rand_core chrono time uuid reqwest hyper axum actix-web actix-rt
        warp rocket tower tonic prost bytes bitflags itertools rayon crossbeam crossbeam-channel
        parking_lot dashmap indexmap hashbrown smallvec num-traits num-bigint syn quote
        proc-macro2 libc winapi nix mio socket2 rustls openssl native-tls ring sha2 base64 hex
        url percent-encoding toml csv diesel sqlx rusqlite redis criterion proptest tempfile
        walkdir globset ignore memchr aho-corasick flate2 rust_decimal image
        wasm-bindgen web-sys js-sys crossterm indicatif colored console dirs termcolor nom pest
    """,
    Ecosystem.GO: """
        github.com/gin-gonic/gin github.com/gorilla/mux github.com/gorilla/websocket
        github.com/spf13/cobra github.com/spf13/viper github.com/spf13/pflag
        github.com/stretchr/testify github.com/sirupsen/logrus github.com/pkg/errors
        github.com/google/uuid github.com/golang/protobuf github.com/prometheus/client_golang
        github.com/go-redis/redis github.com/redis/go-redis github.com/jackc/pgx
        github.com/lib/pq github.com/go-sql-driver/mysql github.com/jmoiron/sqlx
        github.com/labstack/echo github.com/gofiber/fiber github.com/go-chi/chi
        github.com/urfave/cli github.com/fatih/color github.com/mattn/go-sqlite3
        github.com/mattn/go-isatty github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2
        github.com/hashicorp/go-multierror github.com/hashicorp/vault/api github.com/docker/docker
        github.com/golang-jwt/jwt github.com/dgrijalva/jwt-go github.com/rs/zerolog
        github.com/boltdb/bolt github.com/etcd-io/bbolt github.com/valyala/fasthttp
        github.com/google/go-cmp github.com/davecgh/go-spew github.com/shopspring/decimal
        google.golang.org/grpc google.golang.org/protobuf golang.org/x/crypto golang.org/x/net
        golang.org/x/sync golang.org/x/sys golang.org/x/text golang.org/x/tools go.uber.org/zap
        gopkg.in/yaml gorm.io/gorm k8s.io/api k8s.io/client-go k8s.io/apimachinery
    """,
    Ecosystem.RUBYGEMS: """
        rails activerecord activesupport actionpack actionmailer activemodel activejob rack
        rack-test rake bundler nokogiri devise sidekiq puma unicorn thin sinatra rspec rspec-core
        rspec-rails minitest capybara selenium-webdriver factory_bot factory_bot_rails faker
        rubocop rubocop-rails simplecov pry pry-byebug byebug bootsnap sprockets sass-rails
        turbolinks jbuilder mysql2 sqlite3 redis resque dotenv dotenv-rails httparty faraday
        rest-client json multi_json oj i18n tzinfo concurrent-ruby addressable aws-sdk aws-sdk-s3
        carrierwave paperclip kaminari will_paginate pundit cancancan omniauth omniauth-oauth2
        jwt bcrypt jekyll fastlane cocoapods webpacker importmap-rails stimulus-rails turbo-rails
        strong_password bootstrap-sass
    """,
    Ecosystem.PACKAGIST: """
        laravel/framework symfony/console symfony/http-foundation symfony/symfony
        guzzlehttp/guzzle monolog/monolog phpunit/phpunit doctrine/orm doctrine/dbal twig/twig
        nesbot/carbon ramsey/uuid league/flysystem vlucas/phpdotenv phpmailer/phpmailer
        predis/predis mockery/mockery fakerphp/faker nikic/php-parser psr/log
        squizlabs/php_codesniffer friendsofphp/php-cs-fixer phpstan/phpstan aws/aws-sdk-php
    """,
    Ecosystem.NUGET: """
        newtonsoft.json serilog serilog.aspnetcore serilog.sinks.console serilog.sinks.file dapper
        polly automapper mediatr fluentvalidation fluentassertions nunit xunit
        xunit.runner.visualstudio nunit3testadapter coverlet.collector nsubstitute autofac nlog
        log4net restsharp refit swashbuckle.aspnetcore npgsql mysqlconnector mysql.data mongodb.driver
        stackexchange.redis rabbitmq.client masstransit hangfire quartz humanizer bogus csvhelper
        closedxml epplus sharpziplib htmlagilitypack anglesharp mailkit mimekit identitymodel
        identityserver4 entityframework microsoft.entityframeworkcore
        microsoft.entityframeworkcore.sqlserver microsoft.extensions.logging
        microsoft.extensions.configuration microsoft.extensions.dependencyinjection
        microsoft.extensions.http microsoft.net.test.sdk microsoft.data.sqlclient
        microsoft.identitymodel.tokens system.text.json system.identitymodel.tokens.jwt
        grpc.net.client google.protobuf azure.storage.blobs azure.identity awssdk.core awssdk.s3
        benchmarkdotnet stylecop.analyzers protobuf-net messagepack spectre.console commandlineparser
    """,
    Ecosystem.MAVEN: """
        com.google.guava:guava com.google.code.gson:gson com.google.inject:guice
        com.fasterxml.jackson.core:jackson-databind com.fasterxml.jackson.core:jackson-core
        org.apache.commons:commons-lang3 org.apache.commons:commons-text commons-io:commons-io
        commons-codec:commons-codec commons-logging:commons-logging
        org.apache.httpcomponents:httpclient org.apache.logging.log4j:log4j-core
        org.apache.kafka:kafka-clients org.slf4j:slf4j-api ch.qos.logback:logback-classic
        org.projectlombok:lombok junit:junit org.junit.jupiter:junit-jupiter org.mockito:mockito-core
        org.assertj:assertj-core org.hamcrest:hamcrest org.testng:testng
        org.springframework:spring-core org.springframework:spring-context
        org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter
        org.springframework.security:spring-security-core org.hibernate.orm:hibernate-core
        org.postgresql:postgresql com.mysql:mysql-connector-j com.h2database:h2 com.zaxxer:hikaricp
        org.flywaydb:flyway-core org.liquibase:liquibase-core com.squareup.okhttp3:okhttp
        com.squareup.retrofit2:retrofit io.netty:netty-all io.grpc:grpc-netty
        com.google.protobuf:protobuf-java org.jetbrains.kotlin:kotlin-stdlib
        org.jetbrains.kotlinx:kotlinx-coroutines-core io.reactivex.rxjava3:rxjava
        io.micrometer:micrometer-core org.yaml:snakeyaml org.jsoup:jsoup redis.clients:jedis
        org.mapstruct:mapstruct com.auth0:java-jwt io.jsonwebtoken:jjwt-api
        software.amazon.awssdk:s3 com.amazonaws:aws-java-sdk-s3 org.mongodb:mongodb-driver-sync
        jakarta.servlet:jakarta.servlet-api javax.servlet:javax.servlet-api
    """,
}
_LEGITIMATE = {
    Ecosystem.PYPI: """
        attr torchx djongo dataset pymssql tombi pyaml
    """,
    Ecosystem.NPM: """
        jsdoc colord babel-core babel-runtime babel-preset-env babel-preset-react angular-cli vue-cli
        apollo-client typescript-eslint-parser react-testing-library eslint-plugin-preact eclint
        mssql rambda colour
    """,
    Ecosystem.CRATES: "serde_yml hyperx",
    Ecosystem.GO: "",
    Ecosystem.RUBYGEMS: "sassc-rails builder",
    Ecosystem.PACKAGIST: "",
    Ecosystem.NUGET: "",
    Ecosystem.MAVEN: """
        com.squareup.okhttp:okhttp com.squareup.retrofit:retrofit io.reactivex.rxjava2:rxjava
    """,
}
_INSTALLERS = """
    esbuild fsevents core-js core-js-pure core-js-bundle sharp puppeteer cypress electron bcrypt
    sqlite3 better-sqlite3 node-sass canvas @swc/core @parcel/watcher protobufjs nx playwright
    playwright-chromium chromedriver geckodriver husky bufferutil utf-8-validate keytar grpc
    argon2 re2 msw prisma @prisma/client @prisma/engines @sentry/cli @sentry/profiling-node
    cpu-features ssh2 leveldown msgpackr-extract lmdb unrs-resolver workerd oxc-parser
    @biomejs/biome turbo lefthook @apollo/protobufjs @nestjs/core vue-demi es5-ext simple-git-hooks
    @tailwindcss/oxide @scarf/scarf less rolldown gifsicle mozjpeg optipng-bin jpegtran-bin ursa
    iltorb deasync node-pty serialport @serialport/bindings-cpp usb fibers nodemon styled-components
    dtrace-provider snyk ngrok tree-sitter tree-sitter-cli classic-level bigint-buffer secp256k1
    keccak isolated-vm zeromq wrtc robotjs ffi-napi ref-napi segfault-handler microtime
    bun deno deno-bin yarn phantomjs phantomjs-prebuilt selenium-standalone edgedriver iedriver
    @vscode/ripgrep vscode-ripgrep sass-embedded kerberos snappy mongodb-client-encryption
    sodium-native node-expat libxmljs libxmljs2 node-hid drivelist node-rdkafka oracledb ibm_db odbc
    libpq hiredis farmhash xxhash node-libcurl cwebp-bin pngquant-bin guetzli zopflipng-bin
    pngcrush-bin pngout-bin advpng-bin jpeg-recompress-bin ffmpeg-static youtube-dl-exec aws-crt
    dd-trace nodegit parcel parcel-bundler gatsby gatsby-cli gatsby-telemetry yorkie pre-commit
    pre-push ghooks opencollective opencollective-postinstall spawn-sync weak weak-napi heapdump
    v8-profiler v8-profiler-next posix @tensorflow/tfjs-node onnxruntime-node faiss-node
    hnswlib-node node-llama-cpp sentry-cli-binary @bufbuild/buf grpc-tools dprint hugo-bin
    hugo-extended elm purescript bs-platform rescript ganache ganache-cli truffle web3-bzz scrypt
    sha3 tiny-secp256k1 utp-native node-datachannel appium testcafe chromium @firebase/util pprof
    @ibm/telemetry-js realm detox app-builder-bin dmg-license macos-alias fs-xattr ref ffi
    @ast-grep/cli rome wasm-pack svelte-preprocess @vercel/speed-insights @clerk/shared
    uglifyjs-webpack-plugin ttf2woff2 lmdb-store nodejieba @datadog/native-metrics
    @newrelic/native-metrics unix-dgram raw-socket oniguruma spellchecker netlify-cli supabase
    duckdb rocksdb electron-winstaller electron-chromedriver playwright-core playwright-webkit
    playwright-firefox tree-sitter-javascript tree-sitter-python tree-sitter-typescript
    tree-sitter-json @img/sharp-wasm32 @vscode/sqlite3 @vueuse/core @railway/cli
"""


def _table(words: dict[Ecosystem, str]) -> dict[Ecosystem, frozenset[str]]:
    return {ecosystem: frozenset(text.split()) for ecosystem, text in words.items()}


POPULAR = _table(_POPULAR)
LEGITIMATE = _table(_LEGITIMATE)
_SHAPES = {
    ecosystem: {"".join(_SPLIT.split(name)): name for name in sorted(names)}
    for ecosystem, names in POPULAR.items()
}
_ORDERS = {
    ecosystem: {
        tuple(sorted(parts)): name
        for name in sorted(names)
        if len(parts := [part for part in _SPLIT.split(name) if part]) > 1
    }
    for ecosystem, names in POPULAR.items()
}


def _scope(name: str) -> str:
    """What a registry gives to one owner: `@scope` of npm, the group of Maven; else nothing."""
    group, colon, _ = name.partition(":")
    if colon:
        return group
    return name.partition("/")[0] if name.startswith("@") else ""


_SCOPES = {
    ecosystem: frozenset(scope for name in names if (scope := _scope(name)))
    for ecosystem, names in POPULAR.items()
}
_KNOWN_INSTALLERS = frozenset(_INSTALLERS.split())
_INSTALLER_SCOPES = frozenset(
    name.split("/")[0] for name in _KNOWN_INSTALLERS if name.startswith("@")
)
"""Nobody but its makers can publish in a scope."""


def is_known_installer(name: str, *, new: bool) -> bool:
    """Whether the package is known to compile or fetch a binary while being installed.

    One that everybody uses needs no word when it is new; that a later version of it starts to run
    a script is how stolen accounts are noticed.
    """
    if name in _KNOWN_INSTALLERS:
        return True
    if name.startswith("@") and name.split("/", maxsplit=1)[0] in _INSTALLER_SCOPES:
        return True
    return new and name in POPULAR[Ecosystem.NPM]


def mistaken_for(name: str, ecosystem: Ecosystem) -> str | None:
    """The popular package that the name is one slip away from; None when it is itself known."""
    plain = name.lower()
    if ecosystem is Ecosystem.GO:
        plain = _GO_VERSION.sub("", plain[:_LONGEST])
    popular = POPULAR[ecosystem]
    if len(plain) > _LONGEST or plain in popular or plain in LEGITIMATE[ecosystem]:
        return None
    if _scope(plain) in _SCOPES[ecosystem]:
        # Nobody but its makers can publish in a scope, or in a group of Maven.
        return None
    parts = [part for part in _SPLIT.split(plain) if part]
    twin = _SHAPES[ecosystem].get("".join(parts))
    if not plain.startswith("@"):
        twin = twin or _ORDERS[ecosystem].get(tuple(sorted(parts)))
    if twin is not None:
        # Crates differ in separators only by convention: the registry treats them as one name.
        same = ecosystem is Ecosystem.CRATES and plain.replace("_", "-") == twin.replace("_", "-")
        return None if same or len(twin) < _SHORTEST else twin
    near = (other for other in sorted(popular) if len(other) >= _SHORTEST)
    return next((other for other in near if _one_slip(plain, other)), None)


def _are_mixed_up(one: str, other: str) -> bool:
    """Whether a finger, an eye or an ear takes one letter for the other."""
    if any(one in group and other in group for group in _ALIKE):
        return True
    spots = [
        [(row, keys.index(letter)) for row, keys in enumerate(_KEYBOARD) if letter in keys]
        for letter in (one, other)
    ]
    return any(
        abs(row - across) <= 1 and abs(column - along) <= 1
        for row, column in spots[0]
        for across, along in spots[1]
    )


def _one_slip(name: str, other: str) -> bool:
    """Whether one letter added, dropped, replaced, or two neighbours swapped make them equal."""
    if abs(len(name) - len(other)) > 1 or len(name) < _SHORTEST - 1:
        return False
    start = 0
    while start < min(len(name), len(other)) and name[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(name), len(other)) - start and name[-1 - end] == other[-1 - end]:
        end += 1
    if start == 0 and len(name) >= len(other) and name[0] not in other[:2]:
        # `ipython` and `bpython`: with another letter in front it is another thing.
        return False
    mine, theirs = name[start : len(name) - end], other[start : len(other) - end]
    # A last digit tells generations apart: `boto` and `boto3` are both real, and `boto33` is typed twice.
    if end == 0 and (mine + theirs).isdigit():
        return not theirs and len(mine) == 1 and other.endswith(mine)
    if len(mine) == len(theirs) == 1 and len(other) == _SHORTEST:
        # Real names that short differ in one letter by chance: `mssql` and `mysql`.
        return _are_mixed_up(mine, theirs)
    if len(mine) <= 1 and len(theirs) <= 1:
        return True
    return len(mine) == len(theirs) == len("ab") and mine == theirs[::-1]
